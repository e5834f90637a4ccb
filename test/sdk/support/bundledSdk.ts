import { join } from "node:path"
import { rolldown } from "rolldown"

/** The SDK with its video entry, as one script that sets `sdk`. */
export const bundledSdk = async (): Promise<string> => {
  const sdk = join(import.meta.dirname, "../../../packages/client-sdk/src")
  const entry = "\0entry"
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `export { createClient } from "${sdk}/createClient.ts"; export { live } from "${sdk}/video/live.ts"`
            : null
      }
    ]
  })
  const { output } = await build.generate({ format: "iife", name: "sdk", codeSplitting: false })
  await build.close()
  return output[0].code
}
