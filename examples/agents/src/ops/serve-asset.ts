/** The style and the script of the operators' page, as they lie beside it. Nothing is built. */
import { join } from 'node:path'

/** The file of a name that the route has checked. */
export function serveAsset(name: string): Response {
  const file = Bun.file(join(import.meta.dir, 'page', name))
  return new Response(file, { headers: { 'content-type': file.type } })
}
