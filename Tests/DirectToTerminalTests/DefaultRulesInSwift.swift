import DirectToTerminal
import RuleEngine
import RuleEnvironment

/// The rules of `Rules/Default.rules`, written in Swift.
enum DefaultRulesInSwift {
  @RuleBuilder static var all: [SwiftRule] {
    tasks
    names
    rows
    display
    editing
    formats
    permissions
    debugging
  }

  @RuleBuilder private static var tasks: [SwiftRule] {
    \.screen.width < 60 => \.platform <= "narrow"
    \.screen.width >= 120 => \.platform <= "wide"
    \.screen.isLight == true => \.look <= "light"
    \.firstTask <= "query"
    for (task, next) in [
      ("query", "list"), ("list", "inspect"), ("select", "inspect"), ("inspect", "edit"),
      ("create", "inspect"), ("login", "query"),
    ] {
      \.task == task => \.nextTask <= next
    }
    for (task, page) in [
      ("query", "query"), ("queryAll", "query"), ("list", "list"), ("inspect", "inspect"),
      ("edit", "edit"), ("create", "edit"), ("select", "select"),
      ("editRelationship", "relationship"),
      ("confirm", "confirm"), ("error", "error"), ("progress", "progress"), ("review", "review"),
      ("history", "history"),
      ("recover", "recover"),
      ("conflict", "conflict"), ("delete", "delete"), ("login", "login"), ("bulk", "bulk"),
      ("paste", "paste"),
    ] {
      \.task == task => \.page <= page
    }
    \.task == "query" && \.entity == nil => \.page <= "start"
    [
      "help", "why", "palette", "text", "bytes", "json", "statements", "messages",
      "columns", "calendar",
    ] ~= \.task => \.page <= \.task
    \.page <= "unknown"
    \.pageWrapper <= "masterDetail"
    \.platform == "wide" => \.detailPlacement <= .automatic
    \.pageConfiguration <= .template("\(\.task)\(\.entity.name)")
  }

  @RuleBuilder private static var names: [SwiftRule] {
    (\.object != nil => \.title <= \.objectLabel).priority(3)
    (\.entity != nil => \.title <= \.displayNameForEntity).priority(2)
    (\.database != nil => \.title <= \.database.title).priority(1)
    \.navigationBarTitle <= \.title
    \.task == "edit" => \.navigationBarTitle <= "edit"
    \.task == "create" => \.navigationBarTitle <= "new"
    \.task == "query" && \.entity != nil => \.navigationBarTitle <= "query"
    \.task == "login" => \.navigationBarTitle <= "Login"
    \.task == "review" => \.navigationBarTitle <= "review"
    \.task == "history" => \.navigationBarTitle <= "history"
    \.task == "recover" => \.navigationBarTitle <= "left unsaved"
    \.task == "conflict" => \.navigationBarTitle <= "changed elsewhere"
    \.task == "delete" => \.navigationBarTitle <= "delete"
    \.task == "bulk" => \.navigationBarTitle <= "bulk edit"
    \.task == "paste" => \.navigationBarTitle <= "paste"
    \.entity != nil => \.displayNameForEntity <= \.entity.displayName
    \.attribute != nil => \.displayNameForProperty <= \.attribute.displayName
    \.relationship != nil => \.displayNameForProperty <= \.relationship.displayName
    \.displayNameForProperty <= \.propertyKey
    \.visibleEntityNames <= \.model.visibleEntityNames
    \.menuEntityNames <= \.visibleEntityNames
    \.visibleEntityNames == \.model.visibleEntityNames => \.menuEntityNames
      <= \.model.menuEntityNames
    \.task == "inspect" => \.displayPropertyKeys <= \.entity.inspectPropertyKeys
    \.task == "edit" => \.displayPropertyKeys <= \.entity.editPropertyKeys
    \.task == "create" => \.displayPropertyKeys <= \.entity.editPropertyKeys
    \.task == "bulk" => \.displayPropertyKeys <= \.entity.editPropertyKeys
    \.task == "related" => \.displayPropertyKeys <= \.entity.relatedPropertyKeys
    \.displayPropertyKeys <= \.entity.listPropertyKeys
  }

  @RuleBuilder private static var rows: [SwiftRule] {
    \.rowComponent <= "propertyNameValue"
    when(\.propertyKey == "") {
      \.rowComponent <= "columns"
      \.task == "list" && \.platform == "narrow" => \.rowComponent <= "titledSummary"
    }
    \.relationship.isToMany == true && \.component == "EditToManyTable"
      && ["edit", "create"] ~= \.task
      => \.rowComponent <= "boxedToManyRows"
    when(\.propertyKey != "" && \.task != "edit" && \.task != "create") {
      \.platform == "narrow" => \.rowComponent <= "propertyNameAsTitle"
      \.platform == "narrow" && \.relationship != nil => \.rowComponent <= "namedToManyLink"
      (\.relationship.isToMany == true => \.rowComponent <= "namedToManyLink").priority(.high)
      (\.relationship.isToMany == true && \.component == "DisplayToManyRows"
        => \.rowComponent <= "namedToManyRows").priority(.high)
      (\.relationship.isToMany == true && \.component == "DisplayToManyTable"
        => \.rowComponent <= "boxedToManyRows").priority(.high)
    }
  }

  @RuleBuilder private static var display: [SwiftRule] {
    for (type, component) in [
      ("text", "DisplayText"), ("bool", "DisplayBool"), ("integer", "DisplayNumber"),
      ("number", "DisplayNumber"), ("decimal", "DisplayNumber"), ("date", "DisplayDate"),
      ("time", "DisplayDate"), ("timestamp", "DisplayDate"), ("email", "DisplayEmail"),
      ("url", "DisplayURL"), ("password", "DisplayPassword"), ("json", "DisplayJSON"),
      ("blob", "DisplayBlob"),
    ] {
      \.attribute.type == type => \.component <= component
    }
    \.attribute.name == \.loginPasswordKey
      && (\.loginEntity == nil || \.entity.name == \.loginEntity)
      => \.component <= "DisplayPassword"
    \.relationship.isToMany == false => \.component <= "DisplayToOne"
    \.relationship.isToMany == true => \.component <= "DisplayToMany"
    \.relationship.isToMany == true && \.task == "inspect" => \.component <= "DisplayToManyTable"
    \.component <= "DisplayString"
  }

  @RuleBuilder private static var editing: [SwiftRule] {
    when(["edit", "create"] ~= \.task) {
      for (type, component) in [
        ("text", "EditText"), ("bool", "EditBool"), ("integer", "EditNumber"),
        ("number", "EditNumber"), ("decimal", "EditNumber"), ("date", "EditDate"),
        ("time", "EditDate"), ("timestamp", "EditDate"), ("email", "EditString"),
        ("url", "EditString"), ("password", "EditPassword"), ("json", "EditText"),
      ] {
        \.attribute.type == type => \.component <= component
      }
      \.attribute.name == \.loginPasswordKey
        && (\.loginEntity == nil || \.entity.name == \.loginEntity)
        => \.component <= "EditPassword"
      \.relationship.isToMany == false => \.component <= "EditToOne"
      \.relationship.isToMany == true && \.relationship.kind == "manyToMany"
        && \.orderAttribute == nil
        => \.component <= "EditTicks"
      \.relationship.isToMany == true => \.component <= "EditToManyTable"
      \.component <= "EditString"
      (\.choices.count > 0 && \.attribute != nil => \.component <= "EditChoice").priority(.high)
      (\.attribute.type == "blob" => \.component <= "EditBlob").priority(.high)
    }
    (\.task == "query" => \.component <= "QueryString").priority(.high)
    (\.task == "query" && \.relationship.isToMany == false => \.component <= "QueryToOne")
      .priority(.high)
    (\.task == "query" && \.attribute.type == "bool" => \.component <= "QueryBool").priority(.high)
    (\.task == "query" && \.choices.count > 0 && \.attribute != nil
      => \.component <= "QueryChoice").priority(.high)
    ["edit", "create"] ~= \.task => \.hideEmptyProperty <= false
    \.attribute.isMandatory == true => \.isMandatory <= true
    \.relationship.isMandatory == true => \.isMandatory <= true
  }

  @RuleBuilder private static var formats: [SwiftRule] {
    for (type, formatter) in [
      ("integer", "integer"), ("number", "number"), ("decimal", "decimal"), ("date", "date"),
      ("time", "time"), ("timestamp", "timestamp"), ("bool", "yesNo"), ("blob", "bytes"),
    ] {
      \.attribute.type == type => \.formatter <= formatter
    }
    (\.attribute.isPrimaryKey == true => \.formatter <= nil).priority(.high)
    (\.attribute.isForeignKey == true => \.formatter <= nil).priority(.high)
    (\.attribute.isNumbering == true => \.formatter <= nil).priority(.high)
    \.task == "inspect" => \.rows <= 12
    \.attribute.type == "text" && ["edit", "create"] ~= \.task => \.rows <= 4
    \.relationship.isToMany == true && ["inspect", "edit", "create"] ~= \.task => \.rows <= 5
  }

  @RuleBuilder private static var permissions: [SwiftRule] {
    \.isEntityReadOnly
      <= (\.readOnlyEntityNames ~= \.entity.name
        || \.readOnlyEntityNames ~= \.entity.ancestorNames)
    (\.entity.isReadOnly == true => \.isEntityReadOnly <= true).priority(.high)
    (\.entity.name == \.auditEntity => \.isEntityReadOnly <= true).priority(.high)
    (\.database.isReadOnly == true => \.isEntityReadOnly <= true).priority(.high)
    \.isEntityCreatable <= !\.isEntityReadOnly
    \.isObjectEditable <= !\.isEntityReadOnly
    \.isObjectDeletable <= \.isObjectEditable
    (\.entity.isInsertable == false => \.isEntityCreatable <= false).priority(.high)
    (\.entity.isUpdatable == false => \.isObjectEditable <= false).priority(.high)
    (\.entity.isUpdatable == false && \.entity.isDeletable == true
      => \.isObjectDeletable <= !\.isEntityReadOnly).priority(.high)
    (\.entity.isDeletable == false => \.isObjectDeletable <= false).priority(.high)
    \.isPropertyEditable <= \.isObjectEditable
    \.task == "create" => \.isPropertyEditable <= \.isEntityCreatable
    (\.attribute.isGenerated == true => \.isPropertyEditable <= false).priority(.high)
    (\.attribute.isUpdatable == false && \.task != "create" => \.isPropertyEditable <= false)
      .priority(.high)
    \.attribute.isHidden == true => \.isPropertyVisible <= false
  }

  @RuleBuilder private static var debugging: [SwiftRule] {
    when(\.debug == true) {
      \.task == "query" => \.debugComponent <= "databaseInfo"
      \.task == "list" => \.debugComponent <= "entityInfo"
      \.task == "select" => \.debugComponent <= "entityInfo"
      \.task == "inspect" => \.debugComponent <= "entityDetails"
      ["edit", "create"] ~= \.task => \.debugComponent <= "objectEditInfo"
    }
  }
}
