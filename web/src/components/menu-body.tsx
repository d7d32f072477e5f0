import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { Library } from './library'
import type { MenuProps } from './menu'

/** Opened at once: it is loaded because somebody clicked. */
export default function MenuBody({ label, face, heading, items, side }: MenuProps) {
  return (
    <Library>
      <Menu position={`bottom-${side}`} transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false} defaultOpened>
        <Menu.Target>
          <button className="button quiet" aria-label={label}>
            {face}
          </button>
        </Menu.Target>
        <Menu.Dropdown className="menu">
          {heading && <Menu.Label>{heading}</Menu.Label>}
          {items.map((i) => (
            <Menu.Item
              key={i.id}
              aria-current={i.current ? 'true' : undefined}
              onClick={i.run}
              rightSection={i.note && <span className="dim">{i.note}</span>}
            >
              {i.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Library>
  )
}
