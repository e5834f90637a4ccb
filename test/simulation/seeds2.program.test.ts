import { describe } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

describe("the simulation, more seeds (2 of 5)", () => {
  testSeeds(14, 9, [15, 21])
})
