import type { Field } from "../../../platform/pages/Field.ts"
import type { View } from "./View.ts"

export const emailField = ({ texts }: View, value?: string): Field => ({
  name: "email",
  label: texts.email,
  type: "email",
  autocomplete: "username",
  maxLength: 254,
  value
})

/** The password there is, or the one to be chosen, under the name the form has for it. */
export const passwordField = ({ texts }: View, kind: "current" | "new", name = "password"): Field =>
  kind === "current"
    ? { name, label: texts.password, type: "password", autocomplete: "current-password", maxLength: 256 }
    : {
        name,
        label: name === "password" ? texts.password : texts.newPassword,
        type: "password",
        autocomplete: "new-password",
        hint: texts.passwordHint,
        minLength: 12,
        maxLength: 256
      }

export const nameField = ({ texts }: View, value?: string | null): Field => ({
  name: "display_name",
  label: texts.displayName,
  hint: texts.displayNameHint,
  autocomplete: "name",
  optional: true,
  maxLength: 120,
  value
})
