/** What stands at a place of a text, with its offsets there: `from` is its first character, `to` one past its last. */
export type YamlNode = YamlMap | YamlList | YamlScalar | YamlOther

export interface YamlEntry {
  readonly key: string
  readonly keyFrom: number
  readonly keyTo: number
  readonly value: YamlNode | null
}

export interface YamlMap {
  readonly kind: "map"
  readonly from: number
  readonly to: number
  /** Between brackets. */
  readonly flow: boolean
  readonly entries: Array<YamlEntry>
}

export interface YamlList {
  readonly kind: "list"
  readonly from: number
  readonly to: number
  readonly flow: boolean
  readonly items: Array<YamlNode | null>
}

export interface YamlScalar {
  readonly kind: "scalar"
  readonly from: number
  readonly to: number
  readonly value: string | number | boolean | null
  /** Written without quotes, on one line. */
  readonly plain: boolean
}

/** An alias, or a value with a tag: what it is, only the service can say. */
export interface YamlOther {
  readonly kind: "other"
  readonly from: number
  readonly to: number
}

/** Where a text is not YAML. */
export interface SyntaxFault {
  readonly at: number
  readonly message: string
}

export interface YamlRead {
  readonly root: YamlNode | null
  readonly fault: SyntaxFault | null
}

export const entryOf = (node: YamlNode | null | undefined, key: string): YamlEntry | undefined =>
  node?.kind === "map" ? node.entries.find((entry) => entry.key === key) : undefined

export const valueOf = (node: YamlNode | null | undefined, ...keys: ReadonlyArray<string>): YamlNode | null =>
  keys.reduce<YamlNode | null>((at, key) => entryOf(at, key)?.value ?? null, node ?? null)

export const textOf = (node: YamlNode | null | undefined): string | undefined =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined
