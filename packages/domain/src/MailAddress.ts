/** Takes no room where it is shown, so that an address looks like another one. */
const hidden = /\p{Default_Ignorable_Code_Point}/u

/** RFC 5321's dot-string, with the letters of all scripts that RFC 6531 adds. */
const local = /^(?!\p{M})[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(?:\.(?!\p{M})[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*$/u

const domain = /^(?![-\p{M}])[\p{L}\p{M}\p{Nd}-]+(?:\.(?![-\p{M}])[\p{L}\p{M}\p{Nd}-]+)+$/u

const bytes = (text: string) => new TextEncoder().encode(text).length

/** A domain as the DNS is asked for it; null where it has no such form, as one that is not normalised. */
const hostOf = (text: string): string | null => {
  const lower = text.toLowerCase()
  return lower.normalize("NFKC") === lower ? (URL.parse(`http://${lower}`)?.hostname ?? null) : null
}

/**
 * Whether a mail can be addressed to the text: a local part of up to 64 bytes without quotes, and a domain of two
 * labels or more, each of up to 63 characters once it is written for the DNS. Letters of all scripts are taken.
 */
export const isMailAddress = (text: string): boolean => {
  const at = text.lastIndexOf("@")
  const [name, place] = [text.slice(0, at), text.slice(at + 1)]
  if (at === -1 || hidden.test(text) || !local.test(name) || !domain.test(place) || bytes(name) > 64) return false
  const host = hostOf(place)
  if (host === null || host.length > 253) return false
  const labels = host.split(".")
  return labels.every((label) => label.length <= 63 && !label.endsWith("-")) && /[a-z]/.test(labels.at(-1)!)
}
