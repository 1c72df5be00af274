import FoundationEssentials
import Qualifiers
import RuleEnvironment
import Testing

struct ValueConvertibleTests {
  @Test func `Numbers convert where nothing is lost`() {
    #expect(Int.convert(.double(2)) == 2 && Int.convert(.double(2.5)) == nil)
    #expect(Int.convert(.decimal(Decimal(7))) == 7 && Int.convert(.string("2")) == nil)
    #expect(Double.convert(.int(2)) == 2 && Double.convert(.decimal(Decimal(1.5))) == 1.5)
    #expect(Decimal.convert(.int(3)) == Decimal(3) && Decimal.convert(.double(.nan)) == nil)
    #expect(Bool.convert(.int(1)) == nil)
  }

  @Test func `Lists, dictionaries and optionals convert element by element`() {
    #expect([String].convert(.list([.string("a")])) == ["a"])
    #expect([String].convert(.list([.int(1)])) == nil)
    #expect([String: Int].convert(.dictionary(["a": .int(1)])) == ["a": 1])
    #expect(["a": 1].value == .dictionary(["a": .int(1)]))
    #expect(Int?.convert(.null) == .some(nil) && Int?.convert(.string("")) == nil)
  }

  @Test func `Enumerations and objects need no code`() {
    #expect(Look.convert(.string("bright")) == .bright && Look.convert(.string("x")) == nil)
    #expect(Look.bright.value == .string("bright"))
    let ada = Person("Ada")
    #expect(Person.convert(ada.value) === ada)
  }

  @Test func `A qualifier is a value`() {
    let qualifier = Qualifier.truth(Expression(.path(PropertyPath("isOpen"))))
    #expect(Qualifier.convert(qualifier.value) == qualifier)
    #expect(qualifier.value == qualifier.value)
    #expect(Qualifier.convert(.bool(false)) == .constant(false))
  }
}
