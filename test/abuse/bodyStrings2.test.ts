import { testStrings } from "./bodyStrings.ts"

testStrings(1, 2)
