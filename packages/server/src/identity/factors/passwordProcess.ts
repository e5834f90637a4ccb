import { argon2 } from "node:crypto"
import { promisify } from "node:util"
import { workerProcessMain } from "../../platform/process/workerProcessMain.ts"
import type { Derivation } from "./Passwords.ts"

const derive = promisify(argon2)

/** Works passwords out, one after the other or a few at a time in libuv's pool. */
workerProcessMain((derivation: Derivation) => derive("argon2id", derivation))
