/**
 * The operators' page's sign-in: a token in a cookie. A browser sends a cookie along whoever made it send the request, so
 * one that changes something counts only when the desk's own page sent it.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const COOKIE = 'desk_token'
const HOURS_SIGNED_IN = 12

/** The token of a request's cookie; undefined without one, and for a change that another page asks for. */
export function sessionToken(c: Context): string | undefined {
  const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD'
  return onlyReads || isFromOwnPage(c) ? getCookie(c, COOKIE) : undefined
}

/** Keeps a token in the browser, where no script can read it and no other site's request carries it. */
export function signIn(c: Context, token: string): void {
  setCookie(c, COOKIE, token, { ...attributesFor(c), maxAge: HOURS_SIGNED_IN * 3_600 })
}

/** Has the browser forget the token. */
export function signOut(c: Context): void {
  deleteCookie(c, COOKIE, attributesFor(c))
}

/**
 * Whether a page of this origin sent a request. SameSite is not enough: to a cookie all ports of a machine are one site.
 * What is no browser sends neither header, and has no cookie to misuse.
 */
export function isFromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === undefined ? c.req.header('origin') === originOf(c) : site === 'same-origin'
}

function originOf(c: Context): string {
  return new URL(c.req.url).origin
}

function attributesFor(c: Context) {
  return { path: '/ops', httpOnly: true, sameSite: 'Strict', secure: c.req.url.startsWith('https:') } as const
}
