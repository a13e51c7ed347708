import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const project = findPackageJSON(import.meta.url)
if (!project) throw new Error('the package.json of krapao is missing')

/**
 * The project folder. Files are located from here, because the built server runs in a different folder than its
 * sources.
 */
export const ROOT = dirname(project)
