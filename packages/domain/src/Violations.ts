import type { Schema, SchemaAST, SchemaIssue } from "effect"
import { ValidationError } from "./Errors.ts"
import { Rule } from "./Wire.ts"

/** Where a request is wrong, as a dotted path with `[n]` for entries of arrays, and the rule it breaks there. */
export interface Violation {
  readonly field: string
  readonly rule: string
  /** What to write instead, where the schema says so by `hint`. */
  readonly hint?: string
}

/** The name a schema gives to the rule it stands for, where it gives one. */
const named = (annotations: Schema.Annotations.Annotations | undefined) =>
  typeof annotations?.rule === "string" ? annotations.rule : undefined

const isLiteral = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Literal" || (ast._tag === "Union" && ast.types.every(isLiteral))

const ofType = (ast: SchemaAST.AST) => named(ast.annotations) ?? (isLiteral(ast) ? Rule.invalidValue : Rule.type)

/** A path as a field's name: dotted, with `[n]` for entries of arrays. */
export const written = (path: ReadonlyArray<PropertyKey>) =>
  path.reduce<string>(
    (field, key) =>
      typeof key === "number" ? `${field}[${key}]` : field === "" ? String(key) : `${field}.${String(key)}`,
    ""
  )

/** The first thing wrong. The field is `whole` when it is the value itself. */
export const firstViolation = (
  issue: SchemaIssue.Issue,
  whole = "body",
  path: ReadonlyArray<PropertyKey> = []
): Violation => {
  const inner = (issue: SchemaIssue.Issue, more: ReadonlyArray<PropertyKey> = []) =>
    firstViolation(issue, whole, [...path, ...more])
  const broken = (rule: string) => ({ field: written(path) || whole, rule })
  switch (issue._tag) {
    case "Pointer":
      return inner(issue.issue, issue.path)
    case "Composite":
      return inner(issue.issues[0])
    case "Encoding":
      return inner(issue.issue)
    case "AnyOf":
      return issue.issues[0] && !isLiteral(issue.ast) ? inner(issue.issues[0]) : broken(ofType(issue.ast))
    case "Filter": {
      const { annotations } = issue.filter
      const rule = named(annotations) ?? Rule.invalidValue
      const hint = typeof annotations?.hint === "string" ? { hint: annotations.hint } : {}
      // An id that is no uuid is `invalid_uuid` in a path; in a body it is a format like any other.
      return { field: inner(issue.issue).field, rule: rule === "uuid" ? Rule.format : rule, ...hint }
    }
    case "InvalidType":
      return broken(ofType(issue.ast))
    case "MissingKey":
      return broken(Rule.required)
    case "UnexpectedKey":
      return broken(Rule.unknown)
    case "InvalidValue":
      return broken(Rule.format)
    default:
      return broken(Rule.invalidValue)
  }
}

/** A violation as the refusal it is answered with. */
export const refusalOf = ({ field, hint, rule }: Violation): ValidationError =>
  new ValidationError({
    message: hint === undefined ? `${field}: ${rule}` : `${field}: ${rule}. ${hint}`,
    details: { field, rule }
  })
