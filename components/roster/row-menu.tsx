// What a person can do with one agent, from its row.
"use client"

import type { Agent } from "@/lib/core/agent"
import { IconButton } from "../ui/button"
import { GateIcon } from "../ui/gate"
import { Icon } from "../ui/icon"
import { Menu, MenuItem, MenuLine, MenuLink } from "../ui/menu"

export type RowVerbs = {
  onMessage: (agent: Agent) => void
  onShutdown: (agent: Agent) => void
  onRevoke: (agent: Agent) => void
  onResume: (agent: Agent) => void
}

type Props = { agent: Agent; canOperate: boolean; verbs: RowVerbs }

export function RowMenu({ agent, canOperate, verbs }: Props) {
  const gone = agent.status === "shutdown"
  const why = canOperate ? undefined : "operators only"
  return (
    <Menu
      label={`What to do with ${agent.name}`}
      align="end"
      trigger={
        <IconButton label={`What to do with ${agent.name}`} className="w-6 text-text-3 pointer-coarse:w-7">
          <Icon name="more" />
        </IconButton>
      }
    >
      <MenuLink href={`/teams/${agent.team}/agents/${agent.name}`} icon={<Icon name="inbox" />}>
        Open {agent.name}
      </MenuLink>
      {!gone && (
        <>
          <MenuItem
            icon={<Icon name="note" />}
            disabled={!canOperate}
            note={why}
            onSelect={() => verbs.onMessage(agent)}
          >
            Message…
          </MenuItem>
          {agent.status === "failed" && (
            <MenuItem icon={<Icon name="play" />} disabled={!canOperate} onSelect={() => verbs.onResume(agent)}>
              Resume
            </MenuItem>
          )}
          {agent.gate === "open" && agent.plan_required && (
            <MenuItem
              icon={<GateIcon gate="plan_required" />}
              disabled={!canOperate}
              onSelect={() => verbs.onRevoke(agent)}
            >
              Take the approval back
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem danger icon={<Icon name="power" />} disabled={!canOperate} onSelect={() => verbs.onShutdown(agent)}>
            Shut down…
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
