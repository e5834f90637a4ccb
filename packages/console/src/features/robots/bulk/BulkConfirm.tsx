import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { appsQuery } from "../../../fleet/queries.ts"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { SelectField } from "../../../kit/SelectField.tsx"
import { type BulkAct, planOf } from "./acts.ts"
import { bulkWords } from "./bulkWords.ts"
import { DeletionQuestion } from "./DeletionQuestion.tsx"
import { RobotNames } from "./RobotNames.tsx"
import type { BulkTarget } from "./store.ts"

interface BulkConfirmProps {
  readonly act: BulkAct
  readonly robots: ReadonlyArray<FleetRobot>
  readonly onGo: (able: ReadonlyArray<FleetRobot>, target: BulkTarget) => void
  readonly onClose: () => void
}

/** The question before an act: for which robots it is, which are left out and why. */
export const BulkConfirm = ({ act, onClose, onGo, robots }: BulkConfirmProps) => {
  const t = useWords(bulkWords)
  const isOfApp = act === "attach" || act === "detach"
  const apps = useQuery({ ...appsQuery, enabled: isOfApp })
  const [appId, setAppId] = useState("")
  const app = apps.data?.find(({ id }) => id === appId)
  const plan = useMemo(() => planOf(act, robots, new Set(app?.robot_ids)), [act, robots, app])
  if (act === "delete")
    return <DeletionQuestion robots={robots} onClose={onClose} onGo={(target) => onGo(robots, target)} />
  const isReady = !isOfApp || app !== undefined
  return (
    <div className="bulk-question">
      <p className="text-2">{t[`${act}Hint`]}</p>
      {apps.error === null ? null : <Problem error={apps.error} onRetry={() => void apps.refetch()} />}
      {isOfApp && apps.data !== undefined ? (
        <SelectField
          label={t.app}
          value={appId}
          onChange={setAppId}
          options={[
            { value: "", text: apps.data.length === 0 ? t.noApps : t.chooseApp },
            ...apps.data.map(({ id, name }) => ({ value: id, text: name }))
          ]}
        />
      ) : null}
      {isReady ? (
        <>
          {plan.able.length === 0 ? (
            <p>
              <strong>{t.nothingToDo}</strong>
            </p>
          ) : (
            <RobotNames title={t.willDo} robots={plan.able.map((robot) => ({ robot }))} open={plan.able.length <= 12} />
          )}
          {plan.leftOut.length === 0 ? null : (
            <RobotNames
              title={t.leftOut}
              robots={plan.leftOut.map(({ robot, why }) => ({ robot, note: t[why] }))}
              open={plan.able.length === 0 && plan.leftOut.length <= 12}
            />
          )}
        </>
      ) : null}
      <footer className="bulk-foot">
        <Button onPress={onClose}>{t.close}</Button>
        <Button
          kind="primary"
          blocked={!isReady ? t.chooseApp : plan.able.length === 0 ? t.nothingToDo : undefined}
          onPress={() => onGo(plan.able, app === undefined ? {} : { app: { id: app.id, name: app.name } })}
        >
          {plan.able.length === 0 ? t[act] : t[`${act}Go`](plan.able.length)}
        </Button>
      </footer>
    </div>
  )
}
