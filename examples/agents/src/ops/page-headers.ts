/** What a browser may do with the operators' pages: load the desk's own style and script, send forms to it, and nothing else. */
import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { secureHeaders } from 'hono/secure-headers'

const own = ["'self'"]
const none = ["'none'"]

const secured = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: none,
    scriptSrc: own,
    styleSrc: own,
    connectSrc: own,
    imgSrc: ['data:'],
    formAction: own,
    baseUri: none,
    frameAncestors: none,
  },
  // Without any referrer a browser would not say in `Origin` either which page sent a form.
  referrerPolicy: 'same-origin',
  // For whoever serves the desk over HTTPS to say.
  strictTransportSecurity: false,
})

const notStored: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}

/** Sets the headers of whatever comes after it. */
export const pageHeaders: MiddlewareHandler = every(secured, notStored)
