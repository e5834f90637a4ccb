import "./Connect.css"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { TextField } from "../../kit/TextField.tsx"
import { fleet } from "../../session/client.ts"
import { Steps } from "./Steps.tsx"
import { keepToken } from "./tokens.ts"
import { words } from "./words.ts"

/** The first step of connecting a robot: its name. */
export const NewRobotPage = (): ReactNode => {
  const t = useWords(words)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [isTried, setTried] = useState(false)
  const create = useMutation({
    mutationFn: () => fleet.request("robots.create", { body: { name: name.trim() } }),
    onSuccess: async ({ robot, token }) => {
      keepToken(robot.id, token)
      await queries.invalidateQueries({ queryKey: ["robots.list"] })
      await navigate({
        to: "/robots/$robotId/setup/$step",
        params: { robotId: robot.id, step: "bridge" },
        replace: true
      })
    }
  })
  const missing = isTried && name.trim() === "" ? t.nameMissing : undefined
  return (
    <Page crumbs={[{ text: t.robots, to: "/robots" }, { text: t.connect }]}>
      <div className="connect">
        <Steps at="name" />
        <form
          className="connect-main"
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (name.trim() !== "" && !create.isPending) create.mutate()
          }}
        >
          <div className="display connect-lead">
            <PageHeading>{t.nameTitle}</PageHeading>
            <p>{t.nameLead}</p>
          </div>
          <TextField
            large
            label={t.nameLabel}
            value={name}
            onChange={setName}
            placeholder={t.namePlaceholder}
            problem={missing}
          />
          {create.error === null ? null : <Problem error={create.error} />}
          <div className="connect-foot">
            <Button kind="primary" size="large" type="submit" busy={create.isPending}>
              {t.create}
            </Button>
          </div>
        </form>
      </div>
    </Page>
  )
}
