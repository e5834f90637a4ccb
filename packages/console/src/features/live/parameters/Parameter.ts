/** The type of a parameter, as the configuration names it, by how it is typed in. */
export type ParameterKind = "boolean" | "integer" | "big" | "float" | "text"

/** A parameter of a command: what the configuration says of it. */
export interface Parameter {
  readonly name: string
  readonly kind: ParameterKind
  /** The type as the configuration names it, such as `float64`. */
  readonly type: string
  readonly description: string | null
  readonly fallback: boolean | number | string | undefined
  readonly min: number | undefined
  readonly max: number | undefined
  readonly choices: ReadonlyArray<number | string> | undefined
  readonly pattern: string | undefined
}

const integers: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  byte: [0, 255],
  char: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

const kindOf = (type: string | undefined, jsonType: unknown): ParameterKind => {
  if (jsonType === "boolean") return "boolean"
  if (jsonType === "integer") return type === "int64" || type === "uint64" ? "big" : "integer"
  return jsonType === "number" ? "float" : "text"
}

/** Whether the limits say no more than the type does: none was set. */
const isOfType = (type: string | undefined, min: number | undefined, max: number | undefined) => {
  const range = type === undefined ? undefined : integers[type]
  return range !== undefined && range[0] === min && range[1] === max
}

/**
 * The parameters of a command from its `input_schema`, with the types that the published document names. Each is required
 * unless it has a default.
 */
export const parametersOf = (inputSchema: unknown, declared?: unknown): ReadonlyArray<Parameter> => {
  const properties = isRecord(inputSchema) && isRecord(inputSchema.properties) ? inputSchema.properties : {}
  return Object.entries(properties).map(([name, property]): Parameter => {
    const schema = isRecord(property) ? property : {}
    const own = isRecord(declared) && isRecord(declared[name]) ? declared[name] : {}
    const type = textOf(own.type)
    const kind = kindOf(type, schema.type)
    const [min, max] = [numberOf(schema.minimum), numberOf(schema.maximum)]
    const isFree = isOfType(type, min, max)
    const { default: fallback } = schema
    return {
      name,
      kind,
      type: type ?? (typeof schema.type === "string" ? schema.type : "string"),
      description: textOf(schema.description) ?? null,
      fallback: ["boolean", "number", "string"].includes(typeof fallback) ? (fallback as boolean) : undefined,
      min: isFree ? undefined : min,
      max: isFree ? undefined : max,
      choices: Array.isArray(schema.enum) ? (schema.enum as ReadonlyArray<number | string>) : undefined,
      pattern: textOf(schema.pattern)
    }
  })
}

/** Which control a parameter is set with. */
export type Control = "switch" | "yes-no" | "segments" | "list" | "slider" | "number" | "text"

const fewChoices = 4
/** Choices that are long do not stand side by side. */
const shortChoices = 28

export const controlOf = (parameter: Parameter): Control => {
  const { choices, fallback, kind, max, min } = parameter
  if (choices !== undefined) {
    const letters = choices.reduce<number>((sum, choice) => sum + String(choice).length, 0)
    return choices.length <= fewChoices && letters <= shortChoices ? "segments" : "list"
  }
  if (kind === "boolean") return fallback === undefined ? "yes-no" : "switch"
  if ((kind === "integer" || kind === "float") && min !== undefined && max !== undefined && min < max) return "slider"
  return kind === "text" ? "text" : "number"
}

/** The step of a slider: whole numbers for integers, a hundredth of the range for others. */
export const stepOf = ({ kind, max, min }: Parameter): number =>
  kind === "integer" ? 1 : Number((((max ?? 1) - (min ?? 0)) / 100).toPrecision(2))
