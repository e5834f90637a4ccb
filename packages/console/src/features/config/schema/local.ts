/** What the page itself can see to be wrong. It never says that a text is right: names and the robot are the service's to check. */
export interface LocalFinding {
  readonly path: string
  readonly code:
    | "unknown_key"
    | "missing_key"
    | "explicit_null"
    | "invalid_type"
    | "invalid_value"
    | "invalid_format"
    | "too_small"
    | "too_big"
    | "invalid_condition"
  /** The key in question, the type, the bound or the choices. */
  readonly fact: string
}

/** The codes that the page checks by itself. */
export const localCodes: ReadonlySet<string> = new Set<LocalFinding["code"]>([
  "unknown_key",
  "missing_key",
  "explicit_null",
  "invalid_type",
  "invalid_value",
  "invalid_format",
  "too_small",
  "too_big",
  "invalid_condition"
])
