import { element, isolated } from "./element.ts"
import { isObject, type Params } from "./Host.ts"
import type { Texts } from "./texts.ts"

/** One parameter of a command. */
export interface Field {
  readonly root: HTMLElement
  readonly name: string
  /** Undefined leaves the parameter to its default. */
  readonly read: () => unknown
  readonly write: (value: unknown) => void
}

const bounds = ({ maximum, minimum }: Params) => ({
  ...(typeof minimum === "number" && { min: String(minimum) }),
  ...(typeof maximum === "number" && { max: String(maximum) })
})

const rangeOf = ({ maximum, minimum }: Params): string =>
  typeof minimum === "number" && typeof maximum === "number" && maximum - minimum < 1e9
    ? ` (${minimum} … ${maximum})`
    : ""

const control = (id: string, schema: Params, isRequired: boolean) => {
  const shared = { id, required: isRequired, "aria-describedby": `${id}-hint` }
  if (Array.isArray(schema["enum"])) {
    const options = schema["enum"].map((value) => element("option", { value: String(value) }, String(value)))
    return element("select", shared, ...(isRequired ? [] : [element("option", { value: "" }, "–")]), ...options)
  }
  if (schema["type"] === "boolean") return element("input", { id, type: "checkbox", "aria-describedby": `${id}-hint` })
  const isNumber = schema["type"] === "number" || schema["type"] === "integer"
  return element("input", {
    ...shared,
    autocomplete: "off",
    type: isNumber ? "number" : "text",
    ...(isNumber && { step: schema["type"] === "integer" ? "1" : "any", ...bounds(schema) })
  })
}

const valueOf = (text: string, schema: Params): unknown => {
  if (text === "") return undefined
  if (Array.isArray(schema["enum"])) return schema["enum"].find((value) => String(value) === text)
  return schema["type"] === "string" ? text : Number(text)
}

/** A labelled control for a parameter of this JSON Schema. */
export const field = (name: string, schema: Params, isRequired: boolean, texts: Texts): Field => {
  const id = `parameter-${name}`
  const made = control(id, schema, isRequired)
  const isCheckbox = made instanceof HTMLInputElement && made.type === "checkbox"
  const write = (value: unknown) => {
    if (isCheckbox) made.checked = value === true
    else if (value !== undefined && !isObject(value)) made.value = String(value)
  }
  write(schema["default"])
  const label = element(
    "label",
    { for: id },
    isolated(name),
    element("small", {}, rangeOf(schema), isRequired || isCheckbox ? "" : ` ${texts.optional}`)
  )
  const { description } = schema
  const hint = element("p", { id: `${id}-hint`, class: "hint" }, typeof description === "string" ? description : "")
  return {
    name,
    root: isCheckbox
      ? element("div", { class: "check" }, made, label, hint)
      : element("div", { class: "field" }, label, hint, made),
    read: () => (isCheckbox ? made.checked : valueOf(made.value, schema)),
    write
  }
}

/** The controls of all parameters of a command. */
export const fieldsOf = (schema: Params | null, texts: Texts): ReadonlyArray<Field> => {
  const required = Array.isArray(schema?.["required"]) ? schema["required"] : []
  const properties = isObject(schema?.["properties"]) ? schema["properties"] : {}
  return Object.entries(properties).map(([name, property]) =>
    field(name, isObject(property) ? property : {}, required.includes(name), texts)
  )
}
