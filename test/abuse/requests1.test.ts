import { testRequests } from "./requests.ts"

testRequests(0, 2)
