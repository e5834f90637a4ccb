import { reservedSlugs } from "../Slug.ts"
import type { RobotConfigDocument } from "./Document.ts"
import { exposureSections } from "./Exposures.ts"
import type { Findings } from "./Findings.ts"
import { type Message, placeholderName } from "./Grammar.ts"
import { placeholdersIn } from "./MessageRules.ts"
import type { ParameterMap } from "./Parameter.ts"
import { Path } from "./Path.ts"
import { own } from "./Walk.ts"

const checkSlugs = (doc: RobotConfigDocument, findings: Findings): void => {
  const taken = new Map<string, string>()
  for (const section of Object.values(exposureSections)) {
    for (const slug of Object.keys(doc[section] ?? {})) {
      const path = Path.root.at(section, slug)
      if (reservedSlugs.includes(slug)) findings.add(path, "reserved_slug", `${slug} is reserved.`)
      const holder = taken.get(slug)
      if (holder === undefined) taken.set(slug, section)
      else findings.add(path, "duplicate_slug", `${slug} is in ${holder} already.`)
    }
  }
}

/** The parameters each shared body asks for. */
type SharedMessages = ReadonlyMap<string, ReadonlySet<string>>

/** `message: ${name}` inside a shared body, where the name is another shared body's. */
const checkNesting = (doc: RobotConfigDocument, findings: Findings): SharedMessages => {
  const shared = new Map<string, ReadonlySet<string>>()
  for (const [name, body] of Object.entries(doc.messages ?? {})) {
    const path = Path.root.at("messages", name)
    const names = new Set<string>()
    for (const [placeholder, at] of placeholdersIn(body, path)) {
      names.add(placeholder)
      if (at.key === "message" && own(doc.messages, placeholder) !== undefined) {
        findings.add(at, "nested_message_reference", `A shared message cannot insert ${placeholder}.`)
      }
    }
    shared.set(name, names)
  }
  return shared
}

interface Command {
  readonly message?: Message
  readonly parameters?: ParameterMap
}

const list = (names: ReadonlyArray<string>) => (names.length > 5 ? [...names.slice(0, 5), "…"] : names).join(", ")

/** Every placeholder is declared, every declared parameter used, and a named shared body exists. */
const checkCommand = (command: Command, path: Path, shared: SharedMessages, findings: Findings): void => {
  const used = new Set<string>()
  const undeclared = (name: string) => !Object.hasOwn(command.parameters ?? {}, name)
  const at = path.child("message")
  const reference = placeholderName(command.message)
  if (reference !== null) {
    const names = shared.get(reference)
    if (names === undefined) return findings.add(at, "unknown_message", `There is no shared message ${reference}.`)
    for (const name of names) used.add(name)
    const missing = [...names].filter(undeclared)
    if (missing.length > 0) {
      findings.add(at, "undeclared_parameter", `${reference} needs parameters that are not declared: ${list(missing)}.`)
    }
  } else {
    for (const [name, place] of placeholdersIn(command.message, at)) {
      used.add(name)
      if (undeclared(name)) findings.add(place, "undeclared_parameter", `${name} is not a declared parameter.`)
    }
  }
  for (const name of Object.keys(command.parameters ?? {})) {
    if (used.has(name)) continue
    findings.add(path.at("parameters", name), "unused_parameter", `The message does not use ${name}.`)
  }
}

/** The rules of slugs, shared messages and parameters across the document. */
export const checkNames = (doc: RobotConfigDocument, findings: Findings): void => {
  checkSlugs(doc, findings)
  const shared = checkNesting(doc, findings)
  for (const section of ["actions", "services", "publishers"] as const) {
    for (const [slug, command] of Object.entries(doc[section] ?? {})) {
      checkCommand(command, Path.root.at(section, slug), shared, findings)
    }
  }
  for (const [slug, { failsafe }] of Object.entries(doc.publishers ?? {})) {
    const reference = placeholderName(failsafe.message)
    if (reference === null || shared.has(reference)) continue
    const at = Path.root.at("publishers", slug, "failsafe", "message")
    findings.add(at, "unknown_message", `There is no shared message ${reference}.`)
  }
}
