import type { ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect } from "effect"

/** A new account has a password exactly while its app takes passwords. */
export const checkNewPassword = (
  { password_enabled: enabled }: { readonly password_enabled: boolean },
  password: string | undefined
): Effect.Effect<void, ValidationError> =>
  enabled === (password !== undefined)
    ? Effect.void
    : Effect.fail(refusalOf({ field: "password", rule: enabled ? Rule.required : Rule.notAllowed }))
