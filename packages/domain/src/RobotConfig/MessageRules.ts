import type { Findings } from "./Findings.ts"
import { placeholderName } from "./Grammar.ts"
import type { Path } from "./Path.ts"
import { entriesOf, own, walk } from "./Walk.ts"

/** Every placeholder in a body, where it stands. */
export function* placeholdersIn(body: unknown, path: Path): Generator<readonly [name: string, path: Path]> {
  for (const [value, at] of walk(body, path)) {
    const name = placeholderName(value)
    if (name !== null) yield [name, at]
  }
}

/** A failsafe is sent without parameters, so it may not contain placeholders. */
const checkFailsafe = (message: unknown, messages: unknown, path: Path, findings: Findings): void => {
  const report = (at: Path) => findings.add(at, "failsafe_has_parameters", "A failsafe message takes no parameters.")
  const shared = placeholderName(message)
  if (shared === null) {
    for (const [, at] of placeholdersIn(message, path)) report(at)
    return
  }
  if (!placeholdersIn(own(messages, shared), path).next().done) report(path)
}

/** The rules of messages that hold whatever the names in them are. */
export const checkMessages = (document: unknown, root: Path, findings: Findings): void => {
  const messages = own(document, "messages")
  for (const [name, body] of entriesOf(messages)) {
    if (placeholderName(body) !== null) {
      const at = root.at("messages", name)
      findings.add(at, "nested_message_reference", "A shared message cannot be another shared message.")
    }
  }
  for (const [slug, publisher] of entriesOf(own(document, "publishers"))) {
    const message = own(own(publisher, "failsafe"), "message")
    checkFailsafe(message, messages, root.at("publishers", slug, "failsafe", "message"), findings)
  }
}
