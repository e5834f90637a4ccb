import { useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { meQuery } from "../../fleet/queries.ts"
import type { FleetRobot } from "../../fleet/robotState.ts"
import { isSetupAway, setSetupAway } from "../../fleet/setupAway.ts"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { isSetupShown, setupSteps, stepsDone } from "./setup.ts"
import { setupQuery } from "./setupData.ts"
import { setupWords } from "./setupWords.ts"
import { SetupList } from "./views/SetupList.tsx"

const route = getRouteApi("/console/")

/** The setup list until it is done or put away; the address brings it back. */
const Setup = ({ fleet, place }: { readonly fleet: ReadonlyArray<FleetRobot>; readonly place: "top" | "foot" }) => {
  const t = useWords(setupWords)
  const navigate = useNavigate()
  const { setup } = route.useSearch()
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery(setupQuery)
  const [, render] = useState(0)
  if (me === undefined || data === undefined) return null
  const robots = fleet.map(({ robot }) => robot)
  const done = stepsDone(robots, data)
  const isShown = isSetupShown(done, isSetupAway(me.org.id), setup !== undefined)
  const isOver = setupSteps.every((step) => done[step] === true)
  if (place === "foot")
    return isShown || isOver ? null : (
      <p>
        <Button kind="quiet" size="small" onPress={() => void navigate({ to: "/", search: { setup: "1" } })}>
          {t.show}
        </Button>
      </p>
    )
  if (!isShown) return null
  const waiting = robots.find(
    ({ config, protocol_version }) => protocol_version === null || config.published_version === null
  )
  return (
    <SetupList
      done={done}
      robotId={(waiting ?? robots[0])?.id}
      title={isOver ? t.allDone : undefined}
      onAway={() => {
        setSetupAway(me.org.id, true)
        render((count) => count + 1)
        void navigate({ to: "/", search: {}, replace: true })
      }}
    />
  )
}

export default Setup
