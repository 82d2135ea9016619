/** What the values of options are, checked while they are read. Knows no command. */
import { InvalidArgumentError } from 'commander'
import type { Shard } from '@understudy/eval'

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

/** US dollars, from 0. */
export function dollars(text: string): number {
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give US dollars, such as 5 or 0.50.')
  return Number(text)
}

/** `baseline`, or a round against it. */
export function variantName(text: string): string {
  if (!/^(baseline|v(0|[1-9]\d{0,5}))$/.test(text))
    throw new InvalidArgumentError('Variants are baseline and v1, v2, ….')
  return text
}

/** One part of several, as in `2/4`. */
export function shard(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []
  if (index === undefined || count === undefined || Number(index) > Number(count)) {
    throw new InvalidArgumentError('Parts count from 1, as in 2/4.')
  }
  return { index: Number(index), count: Number(count) }
}

/** A file or folder: an empty one, as of a variable that is not set, would be the working directory. */
export function place(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Name a file or folder.')
  return text
}

/** The same, several times. */
export function places(text: string, before: readonly string[] = []): string[] {
  return [...before, place(text)]
}

/** An option that may be given several times. */
export function listed(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}
