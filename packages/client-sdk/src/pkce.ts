const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

/** 32 random bytes, base64url. */
export const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** The S256 challenge of a verifier. */
export const challengeOf = async (verifier: string): Promise<string> => {
  if (globalThis.crypto?.subtle === undefined)
    throw new TypeError("This sign-in needs a page that is served over HTTPS, or from localhost.")
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))))
}
