// The one import of an application outside: what pages, keys, rules and the program itself are made of.
@_exported public import CommandLineTool
@_exported public import Diagnostics
@_exported public import Editing
@_exported public import EntityModel
@_exported public import EntityStore
@_exported public import Insight
@_exported public import Pages
@_exported public import Qualifiers
@_exported public import RuleEngine
@_exported public import RuleEnvironment
@_exported public import StandardKeys
@_exported public import Terminal
@_exported public import Widgets
@_exported public import Workspace
