import { Result, Schema, type SchemaAST, SchemaIssue } from "effect"
import { Rule } from "../Wire.ts"
import { RobotConfigDocument } from "./Document.ts"
import type { Findings } from "./Findings.ts"
import { IssueCode } from "./Issues.ts"
import type { Path } from "./Path.ts"
import { own } from "./Walk.ts"

const decode = Schema.decodeUnknownResult(RobotConfigDocument, { errors: "all" })
const isCode = Schema.is(IssueCode)
const describe = SchemaIssue.makeFormatterDefault()

const codes: Readonly<Record<string, IssueCode>> = {
  [Rule.unknown]: "unknown_key",
  [Rule.type]: "invalid_type",
  [Rule.format]: "invalid_format",
  [Rule.tooShort]: "too_small",
  [Rule.tooLong]: "too_big",
  [Rule.tooLarge]: "too_big"
}

/** The code a schema names in its `rule` annotation, else what its kind of failure is called. */
const codeOf = (rule: unknown, otherwise: IssueCode): IssueCode =>
  isCode(rule) ? rule : (codes[String(rule)] ?? otherwise)

const literal = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Literal" || (ast._tag === "Union" && ast.types.every((member) => member._tag === "Literal"))

const member = (value: unknown, key: string | number): unknown =>
  Array.isArray(value) ? (value as ReadonlyArray<unknown>)[Number(key)] : own(value, String(key))

/** The literal key that tells the members of a union apart, such as the `kind` of a camera's source. */
const discriminatorOf = (ast: SchemaAST.Union): string | undefined => {
  const first = ast.types[0]
  return first?._tag === "Objects"
    ? first.propertySignatures.find(({ type }) => literal(type))?.name.toString()
    : undefined
}

/** A container's own checks are not run where one of its entries fails. */
const checkContainer = (ast: SchemaAST.AST, path: Path, value: unknown, findings: Findings): void => {
  if (ast._tag !== "Objects" && ast._tag !== "Arrays") return
  for (const check of ast.checks ?? []) {
    if (check._tag !== "Filter") continue
    const broken = check.run(value, ast, { errors: "all" })
    if (broken !== undefined) walkIssue(new SchemaIssue.Filter(check, broken), path, value, findings)
  }
}

const sentence = (issue: SchemaIssue.Issue): string => {
  if (issue._tag === "InvalidType" && issue.ast._tag === "Objects") return "Expected a map of keys and values."
  // The formatter prefers an identifier, which is for the documents.
  const expected = "ast" in issue ? issue.ast.annotations?.["expected"] : undefined
  return typeof expected === "string" ? `Expected ${expected}.` : `${describe(issue).split("\n")[0]}.`
}

const walkAll = (issues: ReadonlyArray<SchemaIssue.Issue>, path: Path, value: unknown, findings: Findings): void => {
  for (const issue of issues) walkIssue(issue, path, value, findings)
}

const walkIssue = (issue: SchemaIssue.Issue, path: Path, value: unknown, findings: Findings): void => {
  const report = (code: IssueCode, message = sentence(issue)) => findings.add(path, code, message, { alone: true })
  if (value === null) return report("explicit_null", "Null is not allowed; leave the key out.")
  switch (issue._tag) {
    case "Pointer": {
      let at = path
      let inner: unknown = value
      for (const key of issue.path as ReadonlyArray<string | number>) {
        at = at.child(key)
        inner = member(inner, key)
      }
      return walkIssue(issue.issue, at, inner, findings)
    }
    case "Composite":
      walkAll(issue.issues, path, value, findings)
      return checkContainer(issue.ast, path, value, findings)
    case "Filter":
      if (issue.issue._tag === "Composite") return walkAll(issue.issue.issues, path, value, findings)
      return report(codeOf(issue.filter.annotations?.["rule"], "invalid_type"))
    case "MissingKey":
      return report("missing_key", `The key ${String(path.key)} is required.`)
    case "InvalidType": {
      const code = codeOf(issue.ast.annotations?.["rule"], literal(issue.ast) ? "invalid_value" : "invalid_type")
      return code === "unknown_key" ? report(code, `There is no key ${JSON.stringify(path.key)} here.`) : report(code)
    }
    case "AnyOf": {
      const discriminator = discriminatorOf(issue.ast)
      // Only members that the value can be, by its type or by its literal keys, were tried.
      const tried = issue.issues[0]
      if (tried !== undefined) return walkIssue(tried, path, value, findings)
      if (discriminator !== undefined && typeof value === "object" && !Array.isArray(value)) {
        const chosen = path.child(discriminator)
        const kind = own(value, discriminator)
        if (kind === undefined) findings.add(chosen, "missing_key", `The key ${discriminator} is required.`)
        else if (kind === null) findings.add(chosen, "explicit_null", "Null is not allowed; leave the key out.")
        else findings.add(chosen, "invalid_value", `There is no such ${discriminator}.`)
        return
      }
      return report(codeOf(issue.ast.annotations?.["rule"], literal(issue.ast) ? "invalid_value" : "invalid_type"))
    }
    default:
      return report("invalid_type")
  }
}

/** Reports where a value is not shaped like a document; answers whether it is. */
export const checkShape = (value: unknown, root: Path, findings: Findings): value is RobotConfigDocument => {
  const decoded = decode(value)
  if (Result.isSuccess(decoded)) return true
  walkIssue(decoded.failure.issue, root, value, findings)
  return false
}
