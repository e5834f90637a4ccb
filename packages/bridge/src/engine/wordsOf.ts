import { withoutCredentials } from "./cameras/CameraFault.ts"

/** What was thrown, in its own words: on one line, without the credentials of addresses, at most 200 characters. */
export const wordsOf = (thrown: unknown): string => {
  const words = withoutCredentials(thrown instanceof Error ? thrown.message : String(thrown))
  if (words !== "") return words
  return thrown instanceof Error ? thrown.name : "Something without words was thrown."
}
