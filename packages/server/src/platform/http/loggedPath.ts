const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Words of our routes, slugs, identifiers, versions. A token has capitals, all but never none. */
const word = /^[a-z0-9_.-]{0,63}$/

/** The pages of mailed links: what follows is a token, whatever it looks like. */
const pages: ReadonlySet<string> = new Set(["invite", "verify", "reset", "accept-invite"])

/** A path as it may be logged: what could be the token of a mailed link, mistyped ones too, is not in it. */
export const loggedPath = (path: string): string =>
  path
    .split("/")
    .map((part, at, parts) => {
      const afterPage = part !== "" && pages.has(parts[at - 1] ?? "")
      return !afterPage && (word.test(part) || uuid.test(part)) ? part : "…"
    })
    .join("/")
