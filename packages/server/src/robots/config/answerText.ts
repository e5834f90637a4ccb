import { type ParsedYaml, parse, renameSlug } from "./Yaml.ts"
import type { UnstorableYaml } from "./YamlJson.ts"
import type { InvalidYaml } from "./YamlText.ts"

/** What a text says, or why it says nothing. */
export type Read = ParsedYaml | InvalidYaml | UnstorableYaml

/** What the process that reads texts is asked. */
export type TextQuestion =
  | { readonly source: string; readonly rename: null }
  | { readonly source: string; readonly rename: { readonly from: string; readonly to: string } }

export const answerText = ({ rename, source }: TextQuestion): Read | string | null =>
  rename === null ? parse(source) : renameSlug(source, rename.from, rename.to)
