// Installs the dependencies when they are missing or older than the lockfile.
import { orExplain, ready } from "./install.mjs"

await orExplain(() => ready())
