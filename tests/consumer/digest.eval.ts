// The eval as the command finds it.

// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export { evaluation as default } from './use-eval.js'
