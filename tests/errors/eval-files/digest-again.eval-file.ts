/** The same flow in another file, as after a careless copy. */
// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export { default } from './digest.eval-file'
