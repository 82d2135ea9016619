// For `bun run generate`, which writes the SQL of a changed schema into drizzle/. The app applies it when it starts.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './src/database/schema.ts', out: './drizzle' })
