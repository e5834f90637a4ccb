import { ConfigIssue, IssueCode } from "@fleet/domain/RobotConfig/Issues"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { parse } from "@fleet/server/robots/config/Yaml"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { examples } from "./examples.ts"

const isIssue = Schema.is(ConfigIssue)
const read = Schema.decodeUnknownSync(ConfigIssue)

const found = (source: string) => {
  const parsed = parse(source)
  if (parsed.kind !== "ok") assert.fail(JSON.stringify(parsed))
  return validate(parsed.value, parsed).issues
}

const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
const absent = { datapoints: { bat: { topic: "/b", type: "a/msg/B" } } }

describe("a finding", () => {
  it("a finding is read as it was written, whatever it is about", () => {
    const issues = [
      ...examples.flatMap(([, source]) => found(source)),
      ...validate({ platform: 1, ...absent }, { graph }).issues
    ]
    for (const issue of issues) assert.deepStrictEqual(read(issue), issue)
    assert.isAbove(new Set(issues.map(({ code }) => code)).size, 20)
  })

  it("a finding has one of these codes", () => {
    assert.deepStrictEqual(IssueCode.literals, [
      "unknown_key",
      "explicit_null",
      "invalid_rate",
      "requires_single_field",
      "invalid_condition",
      "constraint_not_allowed_for_type",
      "value_type_mismatch",
      "failsafe_has_parameters",
      "too_big",
      "too_small",
      "invalid_type",
      "invalid_value",
      "invalid_format",
      "missing_key",
      "custom",
      "reserved_slug",
      "duplicate_slug",
      "undeclared_parameter",
      "unused_parameter",
      "unknown_message",
      "nested_message_reference",
      "unknown_topic",
      "unknown_field_path",
      "type_mismatch",
      "requires_numeric_field",
      "unknown_type",
      "checks_skipped"
    ])
  })

  it("a finding has a path, a slug or null, a code, a message and a severity", () => {
    const issue = { path: "actions.dock", slug: "dock", code: "custom", message: "No.", severity: "error" }
    for (const change of [{}, { slug: null }, { severity: "warning" }]) {
      assert.isTrue(isIssue({ ...issue, ...change }), JSON.stringify(change))
    }
    for (const key of Object.keys(issue)) {
      const { [key]: _, ...rest } = issue as Record<string, string>
      assert.isFalse(isIssue(rest), key)
      for (const value of [5, "", undefined]) {
        if (value === "" && (key === "path" || key === "slug" || key === "message")) continue
        assert.isFalse(isIssue({ ...issue, [key]: value }), `${key} ${value}`)
      }
    }
  })
})
