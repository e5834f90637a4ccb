import type { Rule } from "./Rule.ts"

export type Verdict = "passed" | "failed" | "not supported" | "not run"

/** The outcome of a rule; `message` says why it did not pass. */
export interface Result {
  readonly rule: Pick<Rule, "id" | "section" | "sentence">
  readonly verdict: Verdict
  readonly message?: string
}

/** Whether nothing that was tried failed, and something was tried at all. */
export const conforms = (results: ReadonlyArray<Result>): boolean =>
  results.some(({ verdict }) => verdict === "passed") && results.every(({ verdict }) => verdict !== "failed")

/** One line for each rule, with what the contract says where it was broken. */
export const lineOf = ({ message, rule, verdict }: Result): string => {
  const line = `${verdict.padEnd(13)} ${rule.id}`
  if (verdict === "failed") return `${line}\n              ${rule.section}: ${rule.sentence}\n              ${message}`
  return message === undefined ? line : `${line.padEnd(42)} ${message}`
}

/** How many rules came to which verdict. */
export const totals = (results: ReadonlyArray<Result>): string =>
  (["passed", "failed", "not supported", "not run"] as const)
    .map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${verdict}`)
    .join(", ")

export const reportJson = (results: ReadonlyArray<Result>): string =>
  JSON.stringify(
    {
      conforms: conforms(results),
      rules: results.map(({ message, rule: { id, section, sentence }, verdict }) => ({
        id,
        section,
        sentence,
        verdict,
        ...(message === undefined ? {} : { message })
      }))
    },
    null,
    2
  )

/** The document that lists the rules. */
export const rulesMarkdown = (rules: ReadonlyArray<Rule>): string =>
  [
    "| Rule | Contract | What it says | Needs |",
    "| --- | --- | --- | --- |",
    ...rules.map(({ id, needs, section, sentence }) => `| \`${id}\` | ${section} | ${sentence} | ${needs.join(", ")} |`)
  ].join("\n")
