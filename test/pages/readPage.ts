/** A form as a page without script has it. */
export interface ReadForm {
  readonly action: string
  /** Names of what is typed. */
  readonly typed: ReadonlyArray<string>
  /** What goes along unseen. */
  readonly hidden: Readonly<Record<string, string>>
}

/** What a page without script offers. */
export interface ReadPage {
  readonly title: string
  /** What is said to be wrong. */
  readonly alerts: ReadonlyArray<string>
  /** Where its links lead, that of its language and downloads left out. */
  readonly links: ReadonlyArray<string>
  readonly forms: ReadonlyArray<ReadForm>
  /** Its main acts, by their labels. */
  readonly main: ReadonlyArray<string>
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'"
}
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
    .replaceAll(/\s+/g, " ")
    .trim()

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag)
  return found === null ? null : plain(found[1] ?? "")
}

const each = (html: string, pattern: RegExp) =>
  Array.from(html.matchAll(pattern), ([whole, inner = ""]) => ({ whole, inner }))

const tagOf = (markup: string) => /^<[^>]*>/.exec(markup)![0]

const formOf = (markup: string): ReadonlyArray<ReadForm> => {
  const inputs = each(markup, /<input[^>]*>/g).map(({ whole }) => whole)
  const named = inputs.flatMap((input) => {
    const name = attribute(input, "name")
    return name === null
      ? []
      : [{ name, hidden: attribute(input, "type") === "hidden", value: attribute(input, "value") ?? "" }]
  })
  const hidden = Object.fromEntries(named.filter((input) => input.hidden).map(({ name, value }) => [name, value]))
  const typed = named.filter((input) => !input.hidden).map(({ name }) => name)
  const others = each(markup, /<button[^>]*>/g).flatMap(({ whole }) => attribute(whole, "formaction") ?? [])
  return [attribute(tagOf(markup), "action") ?? "", ...others].map((action) => ({ action, hidden, typed }))
}

/** Reads a page of ours as a browser without script shows it: what is hidden does not count. */
export const readPage = (body: string): ReadPage => {
  const main = (/<main>([\s\S]*)<\/main\s*>/.exec(body)?.[1] ?? "")
    .replaceAll(/<form\s+hidden[\s\S]*?<\/form\s*>/g, "")
    .replaceAll(/<button[^>]*\shidden[\s>][\s\S]*?<\/button\s*>/g, "")
  const anchors = each(main, /<a\s[^>]*>([\s\S]*?)<\/a\s*>/g).map(({ inner, whole }) => ({
    tag: tagOf(whole),
    label: plain(inner)
  }))
  const buttons = each(main, /<button[^>]*>([\s\S]*?)<\/button\s*>/g).map(({ inner, whole }) => ({
    tag: tagOf(whole),
    label: plain(inner)
  }))
  const isMain = ({ tag }: { readonly tag: string }) => {
    const classes = (attribute(tag, "class") ?? "").split(" ")
    return classes.includes("first") || (classes.includes("button") && !classes.includes("second"))
  }
  return {
    title: plain(/<h1>([\s\S]*?)<\/h1\s*>/.exec(main)?.[1] ?? ""),
    alerts: each(main, /<(?:div|p)[^>]*role="alert"[^>]*>([\s\S]*?)<\/(?:div|p)\s*>/g).map(({ inner }) => plain(inner)),
    links: anchors.flatMap(({ tag }) => (attribute(tag, "download") === null ? (attribute(tag, "href") ?? []) : [])),
    forms: each(main, /<form[\s\S]*?<\/form\s*>/g).flatMap(({ whole }) => formOf(whole)),
    main: [...anchors, ...buttons].filter(isMain).map(({ label }) => label),
    text: plain(main)
  }
}
