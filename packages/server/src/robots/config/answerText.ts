import { readDocument } from "@fleet/domain/RobotConfig/Validate"
import type { FoundIssues } from "@fleet/domain/RobotConfig/Findings"
import { type ParsedYaml, parse, renameSlug } from "./Yaml.ts"
import type { UnstorableYaml } from "./YamlJson.ts"
import type { InvalidYaml } from "./YamlText.ts"

/** The value of a text with what is found in it alone, without its robot. */
export interface ReadText extends ParsedYaml {
  /** Whether the value is a document: its structure is right. */
  readonly isDocument: boolean
  readonly found: FoundIssues
}

/** What a text says, or why it says nothing. */
export type Read = ReadText | InvalidYaml | UnstorableYaml

const checked = (read: ReturnType<typeof parse>): Read => {
  if (read.kind !== "ok") return read
  const { doc, findings } = readDocument(read.value, read)
  return { ...read, isDocument: doc !== null, found: findings.found }
}

/** What the process that reads texts is asked. */
export type TextQuestion =
  | { readonly source: string; readonly rename: null }
  | { readonly source: string; readonly rename: { readonly from: string; readonly to: string } }

export const answerText = ({ rename, source }: TextQuestion): Read | string | null =>
  rename === null ? checked(parse(source)) : renameSlug(source, rename.from, rename.to)
