import { signedIn } from "./shared/signIn.ts"

await signedIn()
