/** Validates the body of a route that is no tool; `routeTool()` does the same for those that are. */
import { validator } from 'hono/validator'
import type { z } from 'zod'

/** Fills `c.req.valid('json')`, or answers 400 with the issues. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return validator('json', (value, c) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const error = parsed.error.issues.map(({ path, message }) => ({ in: 'json', path, message }))
    return c.json({ success: false, error }, 400)
  })
}
