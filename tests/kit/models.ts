import { readdirSync } from 'node:fs'
import type { Model } from './model.ts'

const folder = new URL('../models/', import.meta.url)

/** The stems of all models: one for every machine. */
export const stems = readdirSync(folder)
  .filter((file) => file.endsWith('.model.ts'))
  .map((file) => file.slice(0, -'.model.ts'.length))
  .sort()

/** The model of one machine. */
export async function loadModel(stem: string): Promise<Model> {
  const { default: model } = (await import(new URL(`${stem}.model.ts`, folder).href)) as { default: Model }
  return model
}
