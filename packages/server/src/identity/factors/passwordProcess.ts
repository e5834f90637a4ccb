import { argon2 } from "node:crypto"
import { promisify } from "node:util"
import { help } from "../../platform/process/helping.ts"
import type { Derivation } from "./PasswordHashing.ts"

const derive = promisify(argon2)

/** Works passwords out, one after the other or a few at a time in libuv's pool. */
help((derivation: Derivation) => derive("argon2id", derivation))
