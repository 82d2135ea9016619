/** The one way in which a report makes markup: whatever is not an element is text, escaped and without control characters. */
import { h, type VNode } from 'preact'
import { printable } from '../printable.js'

/** What an element may contain. */
export type Content = VNode | string | number | null | readonly Content[]

/** Attributes. None holds a style, a script or an address. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element. Its texts, and those of its attributes, come from anywhere. */
export function element(tag: string, attributes: Attributes = {}, ...content: readonly Content[]): VNode {
  const safe = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? printable(value) : value]),
  )
  return h(tag, safe, ...content.map(clean))
}

function clean(content: Content): Content {
  if (typeof content === 'string') return printable(content)
  return isList(content) ? content.map(clean) : content
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content)
}

/** A style sheet, as it stands: made of nothing that was read. */
export function styleElement(sheet: string): VNode {
  // As `element` does, it forgets which attributes there are.
  return h('style', { dangerouslySetInnerHTML: { __html: sheet } }) as VNode
}
