import { testQueries } from "./queries.ts"

testQueries(0, 2)
