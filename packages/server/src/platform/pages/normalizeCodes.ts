type Fields = Readonly<Record<string, string>>

const bare = (text: string) => text.replaceAll(/[\s-]/g, "")

/** A recovery code may be written in one piece. */
const hyphened = (text: string) => {
  const letters = bare(text)
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : text.trim()
}

/** A form with the spaces and hyphens of its codes normalised: mails and authenticators show codes in groups. */
export const normalizeCodes = (given: Fields): Fields => ({
  ...given,
  ...(given["code"] !== undefined && { code: bare(given["code"]) }),
  ...(given["recovery_code"] !== undefined && { recovery_code: hyphened(given["recovery_code"]) })
})
