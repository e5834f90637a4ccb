import { join } from "node:path"
import { rolldown } from "rolldown"

const sdk = join(import.meta.dirname, "../../../packages/client-sdk/src")

/** One script that sets `sdk` to what a module exports. */
const bundled = async (source: string): Promise<string> => {
  const entry = "\0entry"
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: "entry",
        resolveId: (id, from) => {
          if (id === entry) return id
          // The entry has no folder of its own.
          return from === entry && id.startsWith("react") ? import.meta.resolve(id).slice("file://".length) : null
        },
        load: (id) => (id === entry ? source : null)
      }
    ],
    transform: { define: { "process.env.NODE_ENV": '"development"' } }
  })
  const { output } = await build.generate({ format: "iife", name: "sdk", codeSplitting: false })
  await build.close()
  return output[0].code
}

/** The SDK with its video entry. */
export const bundledSdk = (): Promise<string> =>
  bundled(`export { createClient } from "${sdk}/createClient.ts"; export { live } from "${sdk}/video/live.ts"`)

/** The SDK with its React entry, and React. */
export const bundledReactSdk = (): Promise<string> =>
  bundled(`export { createClient } from "${sdk}/createClient.ts"; export * from "${sdk}/react/index.ts"
export { createElement, StrictMode } from "react"; export { createRoot } from "react-dom/client"`)
