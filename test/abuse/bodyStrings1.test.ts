import { testStrings } from "./bodyStrings.ts"

testStrings(0, 2)
